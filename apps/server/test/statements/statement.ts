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
