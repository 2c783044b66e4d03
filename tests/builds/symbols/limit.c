const int limit = 16;
