import { getCaptcha } from './captcha/get-captcha.ts'
import { getCustomer } from './customers/get-customer.ts'
import { getTag } from './definitions/get-tag.ts'
import { getTagHeader } from './definitions/get-tag-header.ts'
import { lookUpOptions } from './integrations/look-up-options.ts'
import { confirmRequest } from './requests/confirm-request.ts'
import { submitRequest } from './requests/submit-request.ts'
import { getAuthToken } from './sessions/get-auth-token.ts'

/** Every call of the API, by name. */
export const endpoints = { getCustomer, getTag, getTagHeader, submitRequest, confirmRequest, lookUpOptions, getAuthToken, getCaptcha }

export type EndpointName = keyof typeof endpoints
