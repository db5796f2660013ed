/** How the checks of records say what is wrong. */

/** 1 form, 2 reading, 3 names, 4 dimensions, 5 example, 6 mutation, 7 repetition, 8 words. */
export type CheckNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Adds problems of one record to a list. */
export type Report = (check: CheckNumber, message: string) => void;
