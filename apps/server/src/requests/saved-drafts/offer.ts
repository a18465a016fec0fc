import { SAVED_DRAFT_DAYS, type SecondFactor } from '@sportello/contract'
import type { Customer } from '../../catalogue/customers/rules.ts'
import { admitsAnybody } from '../../entrance/sessions/rules.ts'

/** How visitors can save a draft of a form. */
export interface SaveOffer {
  /** Days for which a draft is kept. */
  days: number
  second_factor: SecondFactor | null
}

/**
 * Returns how visitors can save drafts of a form; undefined if they cannot. A form that needs a session offers it to nobody,
 * because the link would open answers without the session. A survey takes too little time to be interrupted.
 */
export function saveOfferOf(customer: Customer): SaveOffer | undefined {
  const { save_and_resume: wanted } = customer.params
  if (!wanted || !mayOpenDrafts(customer)) return undefined
  return { days: wanted.days ?? SAVED_DRAFT_DAYS, second_factor: wanted.second_factor ?? null }
}

/**
 * Returns true if saved drafts of a form may be opened. They stay what they were when the author ends the offer: their links were
 * mailed.
 */
export const mayOpenDrafts = (customer: Customer): boolean => !customer.preview && !customer.params.auth_type?.includes('SURVEY') && admitsAnybody(customer)
