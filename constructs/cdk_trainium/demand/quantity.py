"""How numbers are written for people: one format in every text and hint; JSON keeps the numbers themselves."""

from __future__ import annotations

__all__ = ["exact", "quantity"]


def quantity(value: float | None) -> str:
    """Return ``value`` with its thousands separated and no exponent: ``1,600,000,000``; None is ``unknown``.

    Decimals beyond the third are rounded.
    """
    if value is None:
        return "unknown"
    return f"{value:,}" if isinstance(value, int) else _plain(f"{value:,.3f}")


def exact(value: float) -> str:
    """Return ``value`` as a command takes it: plain digits, every decimal, no exponent."""
    if float(value).is_integer():
        return str(int(value))
    text = repr(float(value))
    return text if "e" not in text else _plain(f"{value:.20f}")


def _plain(text: str) -> str:
    return text.rstrip("0").rstrip(".")
