from client.window.desktop.pace import TWO_FRAMES, Pace


def test_every_frame_is_drawn_if_nothing_else_is_said() -> None:
    pace = Pace(lambda: 5.0)
    assert all(pace.is_due() for _ in range(3))


def test_where_frames_are_spared_every_second_one_is_drawn_and_the_same_for_all() -> None:
    now = 0.0
    paces = [Pace(lambda: now) for _ in range(2)]
    for pace in paces:
        pace.sparing = True
    drawn = []
    for frame in range(60):
        now = 100 + frame * TWO_FRAMES / 2 + 0.001
        drawn.append([pace.is_due() for pace in paces])
    assert drawn == [[True, True], [False, False]] * 30
