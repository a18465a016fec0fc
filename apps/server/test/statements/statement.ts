/**
 * Name of an environment variable. It contains the path of the folder into which a test run writes the SQL statements
 * that
 * it records.
 */
export const FOLDER_VARIABLE = 'SPORTELLO_STATEMENTS'

/** The text of an SQL statement, with the values of its parameters. */
export interface Parameterised {
  text: string
  values: unknown[]
}

/** An SQL statement that the product sent during a test. */
export interface Statement extends Parameterised {
  /** The `set_config` calls at the beginning of the SQL statement's transaction. */
  settings: Parameterised[]
}

/** True for the statement that stores a submission, whose work a database function does. EXPLAIN shows only its call. */
export const isStore = ({ text }: Pick<Parameterised, 'text'>): boolean => text.startsWith('select store_submission(')

/** True for the value of a parameter that switches a part of a statement off: null, or an empty list. */
export const isUnset = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)
