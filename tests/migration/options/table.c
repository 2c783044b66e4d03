static int s_slot(int hash, int size) { return (int)((unsigned)hash % (unsigned)size); }
int lookup(int key) { return s_slot(key, 2) + 1; }
