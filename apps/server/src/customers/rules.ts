// What other concepts may use of customers.
export { configurationOf } from './configuration.ts'
export { type Customer, formTitleOf, linkHours, mailSenderOf, ownWordsOf, periodHours, timeZoneOf, todayOf } from './customer.ts'
export type { SurveyPerson } from './keyed-person.ts'
export { managedCustomer, managedForm } from './managed-form.ts'
export { ownPictureUrl, uploadFaults } from './own-pictures.ts'
export { withoutSecrets, withStoredSecrets } from './secrets.ts'
export { onceSurveyOf, surveyCompiled, surveyPerson } from './survey.ts'
