/** Violations of the product's guarantees that an audit found: their number by kind; empty if there are none. */
export type Faults = Record<string, number>
