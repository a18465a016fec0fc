import type { CustomerConfiguration, ErrorEntry, Language, TagView } from '@sportello/contract'
import type { Place } from '../shared/paths.ts'

/** A page's data: made by the server for the first view, by the browser for the next ones. It crosses as JSON. */
export interface PageData {
  place: Place
  customer: CustomerData | null
  /** From the first step to the open one; empty where the page shows none. */
  steps: TagView[]
  /** What the chosen language puts around a page that shows no steps. */
  languageStep: Pick<TagView, 'form_fields'> | null
  /** `session`: the code that the visitor came with is over. `languages`: the form's languages and its language steps do not match. */
  failure: null | 'notFound' | 'unavailable' | 'session' | 'forbidden' | 'languages'
  /** What the server said, in the visitor's language, where it refused something. */
  refusal: { errors: readonly ErrorEntry[]; status: number } | null
  /** Why the mailed link that led here cannot be used; null where it can, or there is none. */
  link?: { errors: readonly ErrorEntry[]; status: number } | null
  /** Where the visitor must go instead. */
  redirect: string | null
  /** Where the redirect is to a login: the step that the visitor asked for, null for the form's start. */
  next?: string | null
}

/** What the customer's pages stand on. */
export interface CustomerData {
  config: CustomerConfiguration
  /** The language tag in use; null where the form has none or the visitor must choose. */
  chosen: CustomerConfiguration['languages'][number] | null
  mustChoose: boolean
  /** Of the page's own words. */
  language: Language
}
