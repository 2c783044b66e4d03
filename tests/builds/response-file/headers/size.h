#define LENGTH 4
