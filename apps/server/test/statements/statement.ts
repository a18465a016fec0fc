/** Name of the environment variable with the folder in which the statements of a run are recorded. */
export const FOLDER_VARIABLE = 'SPORTELLO_STATEMENTS'

/** The text of an SQL statement, with the values of its parameters. */
export interface Parameterised {
  text: string
  values: unknown[]
}

/** A statement that the product sent during a test. */
export interface Statement extends Parameterised {
  /** The `set_config` calls at the start of the statement's transaction. */
  settings: Parameterised[]
}
