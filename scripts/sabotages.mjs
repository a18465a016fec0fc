// Each entry describes how to remove one defence from the code; at least one of the entry's `tests` must then fail. The
// text `from` must occur exactly once in the file.
import desk from './sabotages/desk.mjs'
import forms from './sabotages/forms-and-entrance.mjs'
import platform from './sabotages/platform-and-operators.mjs'
import requests from './sabotages/requests-and-delivery.mjs'
import stateMails from './sabotages/state-mails.mjs'

export const SABOTAGES = [...platform, ...forms, ...requests, ...desk, ...stateMails]
