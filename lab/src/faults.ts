/** Number of violations of the product's guarantees that an audit found, by kind; empty if there are none. */
export type Faults = Record<string, number>
