#define MOST 5
