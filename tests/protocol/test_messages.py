from functools import cache
from typing import Any, get_args

import msgpack
import pytest
from hypothesis import strategies as st
from msgspec import NODEFAULT
from msgspec import inspect as types

from protocol.forms import BadMessage
from protocol.messages import FromClient, FromServer
from protocol.wire import decode_client


def values(kind: types.Type) -> st.SearchStrategy[Any]:
    """Return what may stand in a field of this type, its bounds kept."""
    match kind:
        case types.IntType(ge=low, le=high):
            low, high = (-(2**31) if low is None else low), (2**31 if high is None else high)
            return st.integers(low, high)
        case types.StrType(max_length=high, pattern=str(pattern)):
            return patterned(pattern, high or 0)
        case types.StrType(min_length=low, max_length=high):
            return st.text(min_size=low or 0, max_size=high if high is not None else 50)
        case types.BoolType():
            return st.booleans()
        case types.BytesType():
            return st.binary(max_size=60)  # within every bound
        case types.LiteralType(values=choices):
            return st.sampled_from(choices)
        case types.ListType(item_type=item, min_length=low, max_length=high):
            # Three numbers or fewer are an action; other lists may have any length.
            return st.lists(values(item), min_size=low or 0, max_size=min(high or 5, 5))
        case types.DictType(key_type=key, value_type=value, max_length=high):
            return st.dictionaries(values(key), values(value), max_size=min(high or 4, 4))
        case types.UnionType(types=choices):
            return st.one_of([values(choice) for choice in choices])
        case types.TupleType(item_types=items):
            return st.tuples(*(values(item) for item in items))
        case types.VarTupleType(item_type=item):
            return st.lists(values(item), max_size=5).map(tuple)
        case types.NoneType():
            return st.none()
        case types.StructType(cls=cls):
            return messages(cls)
    raise TypeError(f"no values for {kind}")


def patterned(pattern: str, high: int) -> st.SearchStrategy[str]:
    """Return texts of at most so many characters that are as this says."""
    if pattern == "^[A-Z0-9]*$":
        return st.text("ABCXYZ019", max_size=high)
    return st.from_regex(pattern.removesuffix("$") + r"\Z", alphabet="0129-")


@cache  # what is made of it is kept with it
def messages(kind: Any) -> st.SearchStrategy[Any]:
    """Return messages of one type, with all their bounds kept."""
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    return st.builds(kind, **{field.name: values(field.type) for field in info.fields})


def beyond(kind: types.Type) -> list[Any]:
    """Return values just beyond each bound of a field, and of another type."""
    match kind:
        case types.IntType(ge=low, le=high):
            numbers = [low - 1] if low is not None else []
            return [*numbers, *([high + 1] if high is not None else []), "1", 1.5, None, True]
        case types.StrType(min_length=low, max_length=high):
            texts = [""] if low else []
            return [*texts, *(["x" * (high + 1)] if high is not None else []), 1, b"x", None]
        case types.BoolType():
            return [0, 1, "true", None]
        case types.ListType(item_type=item, min_length=low, max_length=high):
            lists: list[list[int]] = [[]] if low else []
            lists += [[0] * (high + 1)] if high is not None else []
            return [*lists, *([value] for value in beyond(item)), 5, None, {}]
        case types.DictType(key_type=key, max_length=high):
            maps: list[Any] = [{str(n): True for n in range(high + 1)}] if high is not None else []
            return [*maps, *({name: True} for name in beyond(key) if name), {"a": 5}, [], None]
        case types.LiteralType():
            return ["x", 1, None]
        case types.UnionType(types=choices):
            optional = any(isinstance(choice, types.NoneType) for choice in choices)
            everything = [
                value
                for choice in choices
                if not isinstance(choice, types.NoneType)
                for value in beyond(choice)
            ]
            return [value for value in everything if not (optional and value is None)]
        case types.StructType(fields=fields):
            required = {f.encode_name: "x" for f in fields if f.required}
            return [
                {**required, field.encode_name: value}
                for field in fields
                for value in beyond(field.type)
            ] + [*([{}] if required else []), None, []]
    raise TypeError(f"no bounds for {kind}")


def cases() -> list[Any]:
    found = []
    for kind in get_args(FromClient):
        info = types.type_info(kind)
        assert isinstance(info, types.StructType)
        for field in info.fields:
            for value in beyond(field.type):
                name = f"{info.tag}.{field.name}={value!r}"[:140]
                found.append(pytest.param(info, field, value, id=name))
    return found


@pytest.mark.parametrize(("info", "field", "value"), cases())
def test_each_bound_is_held(info: types.StructType, field: types.Field, value: object) -> None:
    good: dict[str, Any] = {"type": info.tag}
    for other in info.fields:
        if other.required:
            good[other.encode_name] = sound(other.type)
    decode_client(msgpack.packb(good))
    with pytest.raises(BadMessage) as caught:
        decode_client(msgpack.packb({**good, field.encode_name: value}))
    assert caught.value.field.startswith(f"$.{field.encode_name}")


def sound(kind: types.Type) -> Any:
    """Return a value that may stand there."""
    match kind:
        case types.IntType(ge=low):
            return low or 0
        case types.StrType():
            return "x"
        case types.BoolType():
            return False
        case types.ListType(item_type=item, min_length=low):
            return [sound(item)] * (low or 0)
        case types.StructType(fields=fields):
            return {field.encode_name: sound(field.type) for field in fields if field.required}
    raise TypeError(f"no value for {kind}")


@pytest.mark.parametrize("kind", [*get_args(FromClient), *get_args(FromServer)])
def test_what_a_client_may_leave_out_is_left_out_safely(kind: Any) -> None:
    """Newer fields come with defaults: after the first optional field, all are optional."""
    info = types.type_info(kind)
    assert isinstance(info, types.StructType)
    required = [field.required for field in info.fields]
    assert required == sorted(required, reverse=True)
    for field in info.fields:
        if field.required:
            assert field.default is NODEFAULT


def test_no_two_messages_have_one_type() -> None:
    for union in (FromClient, FromServer):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(set(tags)) == len(tags)


def test_everything_that_a_client_sends_has_a_bound() -> None:
    """Only the version is an open number; a wrong one is answered as such."""
    for kind in get_args(FromClient):
        info = types.type_info(kind)
        assert isinstance(info, types.StructType)
        for field in info.fields:
            if (info.tag, field.name) != ("hello", "version"):
                assert is_bounded(field.type), f"{info.tag}.{field.name}"


def test_everything_that_a_server_sends_has_a_bound() -> None:
    """A frame may be long, and short entries of a list are many."""
    for kind in get_args(FromServer):
        info = types.type_info(kind)
        assert isinstance(info, types.StructType)
        for field in info.fields:
            assert is_bounded(field.type), f"{info.tag}.{field.name}"


def is_bounded(kind: types.Type) -> bool:
    match kind:
        case types.IntType(ge=low, le=high):
            return low is not None and high is not None
        case types.StrType(max_length=high):
            return high is not None
        case types.ListType(item_type=item, max_length=high):
            return high is not None and is_bounded(item)
        case types.VarTupleType(item_type=item, max_length=high):
            return high is not None and is_bounded(item)
        case types.TupleType(item_types=items):
            return all(is_bounded(item) for item in items)
        case types.BytesType(max_length=high):
            return high is not None
        case types.DictType(key_type=key, value_type=value, max_length=high):
            return high is not None and is_bounded(key) and is_bounded(value)
        case types.UnionType(types=choices):
            return all(is_bounded(choice) for choice in choices)
        case types.StructType(fields=fields):
            return all(is_bounded(field.type) for field in fields)
    return isinstance(kind, types.BoolType | types.LiteralType | types.NoneType)
