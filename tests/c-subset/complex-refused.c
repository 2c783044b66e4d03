// expect: diagnostic "_Complex"
int main(void) { double _Complex z = 1.0; return (int)z; }
