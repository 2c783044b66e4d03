#define LEAST 9
