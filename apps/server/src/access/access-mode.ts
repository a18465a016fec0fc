import { type AuthType, isSurvey } from '@sportello/contract'
import { datacollection } from './datacollection.ts'
import { free } from './free.ts'
import { survey } from './survey.ts'

/** What a mode of access means for a send (wire contract, "The access modes, settled"). */
export interface AccessMode {
  authType: AuthType
  /** Whether the visitor types an address, twice. */
  asksEmail: boolean
  /** The address that stands in for the one which is not asked; nothing is ever mailed to it, and it names no person. */
  placeholderEmail?: string
  /** `link`: parked until the mailed link is opened. `at_once`: confirmed by the send itself. */
  confirmedBy: 'link' | 'at_once'
  /** Whether a request becomes a ticket unless its step says otherwise. */
  opensTicket: boolean
}

/** Modes that need no session, in no order: the form's own list decides which comes first. */
const freeModes: Partial<Record<AuthType, AccessMode>> = { FREE: free, DATACOLLECTION: datacollection }

/** How a visitor without a session code is treated: as a survey's, else by the first free mode that the form lists; undefined where it lists none. */
export function freeModeOf(authTypes: readonly AuthType[]): AccessMode | undefined {
  if (isSurvey(authTypes)) return survey
  return authTypes.map((type) => freeModes[type]).find((mode) => mode !== undefined)
}
