int level(int n);
