/**
 * The violations of the product's guarantees that an audit found: the number of violations, keyed by kind. Empty if
 * there are none.
 */
export type Faults = Record<string, number>
