/** The broken promises that an audit found, by their kind, and how many of each. Empty if none is broken. */
export type Faults = Record<string, number>
