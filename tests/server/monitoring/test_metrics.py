from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, Histogram, generate_latest

from server.monitoring.metrics import LAG_SECONDS, _Distribution


@given(st.lists(st.sampled_from(LAG_SECONDS) | st.floats(0, 10)))
def test_a_distribution_is_told_as_prometheus_own_histogram_is(values: list[float]) -> None:
    ours, theirs = CollectorRegistry(), CollectorRegistry()
    distribution = _Distribution("lag", "What it is.", LAG_SECONDS)
    ours.register(distribution)
    histogram = Histogram("lag", "What it is.", registry=theirs, buckets=LAG_SECONDS)
    for value in values:
        distribution.observe(value)
        histogram.observe(value)
    assert generate_latest(ours) == generate_latest(theirs)
