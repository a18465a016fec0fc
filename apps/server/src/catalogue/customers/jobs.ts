// The worker's jobs for customers.
export { keySurveyPeople } from './key-survey-people.ts'
