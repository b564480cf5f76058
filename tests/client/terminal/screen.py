import io


class Screen(io.TextIOWrapper):
    """An output that says whether it is a terminal."""

    def __init__(self, encoding: str = "utf-8", *, live: bool = True) -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding=encoding)
        self.live = live

    def isatty(self) -> bool:
        return self.live

    @property
    def text(self) -> str:
        return self.bytes.getvalue().decode(self.encoding)
