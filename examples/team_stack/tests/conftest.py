"""One line gives the team's tests a simulated account; no test can reach a real one."""

pytest_plugins = ["cdk_trainium.sandbox.pytest"]
