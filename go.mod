module mc

go 1.26
