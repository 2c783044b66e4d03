int lookup(int key) { return key == 3; }
