// What other concepts may use of customers.
export { configurationOf } from './configuration.ts'
export { type Customer, linkHours, ownWordsOf, periodHours, timeZoneOf, todayOf } from './customer.ts'
export { onceSurveyOf, surveyCompiled, surveyPerson } from './survey.ts'
