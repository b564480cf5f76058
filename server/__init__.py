"""The race server: asyncio and websockets around a pure race."""
