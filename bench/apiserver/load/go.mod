module pintle.dev/load

go 1.26.0
