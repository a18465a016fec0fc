import type { LoginPlace, Place } from '../shared/place.ts'
import { authTypeOf } from './access/asks-before-send.ts'
import type { PageData } from './page-data.ts'

/** Returns true if the customer's form is a survey. The result cannot change until the browser loads a new document. */
export function isSurveyPage({ customer }: PageData): boolean {
  return customer !== null && authTypeOf(customer.config) === 'SURVEY'
}

/**
 * Returns true if the page is a login page. The component of login pages is in a separate chunk, which must then be
 * loaded.
 */
export function isLoginPlace(place: Place): place is LoginPlace {
  return place.kind === 'login' || place.kind === 'tokenLogin'
}

/**
 * Returns true if the page shows neither the form, nor a login, nor the receipt that the browser has stored. The
 * components of these pages are in a separate chunk, which must then be loaded.
 */
export function isSidePage({ place, customer, failure }: PageData): boolean {
  return failure !== null || customer === null || !(place.kind === 'form' || isLoginPlace(place) || (place.kind === 'receipt' && place.key === null))
}
