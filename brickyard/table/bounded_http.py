"""Connections of guests: a limit for each, and idle ones are closed, so that everybody else can play.

Imported only where a game is served: uvicorn is heavy.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 60
_SILENT_SECONDS = 15.0


class BoundedHttp(H11Protocol):
    """uvicorn bounds all connections together, which would let one guest shut out the rest."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._is_one_too_many():
            transport.abort()
        else:
            self._waiting = self.loop.call_later(_SILENT_SECONDS, self._hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._waiting:
            self._waiting.cancel()
        super().connection_lost(exc)

    def _is_one_too_many(self) -> bool:
        guest = self.client[0] if self.client else ""
        clients = [getattr(one, "client", None) or ("",) for one in self.connections]
        return len([client for client in clients if client[0] == guest]) > MOST_CONNECTIONS

    def _hang_up(self) -> None:
        """Closes a connection that has asked for nothing yet."""
        if self.cycle is None and not self.transport.is_closing():
            self.transport.abort()
