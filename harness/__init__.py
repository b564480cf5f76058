"""What tests, tools and benchmarks share: servers, hands, racers and fakes."""
