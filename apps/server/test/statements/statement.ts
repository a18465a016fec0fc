/** The environment variable that names the folder which the statements of a run are collected in. */
export const FOLDER_VARIABLE = 'SPORTELLO_STATEMENTS'

/** A text of SQL, and the values of its parameters. */
export interface Parameterised {
  text: string
  values: unknown[]
}

/** A statement as the product sent it in a test. */
export interface Statement extends Parameterised {
  /** The `set_config` calls that its transaction began with. */
  settings: Parameterised[]
}
