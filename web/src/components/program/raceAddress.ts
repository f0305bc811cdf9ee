/** The page of the race in the section of the algorithms. */
export const RACE_PAGE = "race";
