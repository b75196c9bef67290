/** For tests that are not about the cost of a hash: 8 KiB, less than 1 ms. */
export const CHEAP_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
