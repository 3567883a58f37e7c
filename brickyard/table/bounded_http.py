"""Connections: silent ones are closed, and a guest has a limited number, so that everybody else can play.

Imported only where something is served: uvicorn is heavy.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS = 60
_SILENT_SECONDS = 15.0


class TimedHttp(H11Protocol):
    """Hangs up on whoever asks for nothing, or doesn't end what they have begun to ask."""

    _looking: asyncio.TimerHandle | None = None
    _came = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._look(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._looking:
            self._looking.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._came += len(data)
        super().data_received(data)

    def _look(self, before: object) -> None:
        """A request's head must be there at the next look; a large body may take long while more comes."""
        state = self.conn.their_state
        # uvicorn has a time limit of its own between two requests, and stops reading where we are slow.
        may_wait = self.timeout_keep_alive_task is not None or self.flow.read_paused
        now = (self.cycle, state, self._came if state is h11.SEND_BODY else 0, may_wait)
        if now == before and state in (h11.IDLE, h11.SEND_BODY) and not may_wait:
            self.transport.abort()
        elif not self.transport.is_closing():
            self._looking = self.loop.call_later(_SILENT_SECONDS, self._look, now)


class BoundedHttp(TimedHttp):
    """uvicorn bounds all connections together, which would let one guest shut out the rest."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        guest = self.client[0] if self.client else ""
        clients = [getattr(one, "client", None) or ("",) for one in self.connections]
        if len([client for client in clients if client[0] == guest]) > MOST_CONNECTIONS:
            transport.abort()
