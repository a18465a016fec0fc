import type { FormParams } from '@sportello/contract'

/** A form (customer) that shows the checked definition. */
export interface KnownForm {
  code: string
  active: boolean
  /** The form's own parameters, which override those of the definition, without secrets. */
  params: FormParams
  /** Names of the secret parameters that are set. */
  secrets: readonly string[]
  /** Number of login tokens; undefined if it is not known. */
  tokens?: number
  /** Number of accounts; undefined if it is not known. */
  accounts?: number
  /** Brand colour of the form's pages as #rrggbb. */
  color?: string
}

/** A mail template in one language. */
export interface KnownTemplate {
  name: string
  lang_code: string
  subject: string
  html: string
}

/**
 * What the deployment around a definition offers. A member that is undefined is not known, and the checks that need it
 * report nothing: a definition in a file can be checked without a deployment.
 */
export interface Surroundings {
  /** Today's date, YYYY-MM-DD. */
  today: string
  forms?: readonly KnownForm[]
  /** Codes of the data sources. */
  services?: readonly string[]
  templates?: readonly KnownTemplate[]
  /** Limits of the deployment for the files of a request. */
  files?: { fileKb: number; requestKb: number }
  /** Days for which requests are kept if a form sets no retention; null for ever. */
  retentionDays?: number | null
  /** Names of the secret parameters of the definition that are set but not shown. */
  secrets?: readonly string[]
}
