"""All benchmarks in one go: what there is, how each is run, and how their ratios are told."""
