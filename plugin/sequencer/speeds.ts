/** The speeds that menus offer. */
export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
