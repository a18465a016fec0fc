import { z } from 'zod'
import { endpoint, MANAGEMENT_ERRORS } from '../define-endpoint.ts'

const none = z.object({})
const settingCode = z.string().min(1).max(128)
const byCode = z.object({ id: settingCode })
const setting = z.object({ code: settingCode, value: z.string().min(1).max(20_000) })

/** A system setting in the list of settings. Its id is the same as its code. */
const listedSetting = z.object({ id: z.string(), code: z.string(), value: z.string(), version: z.string() })

export type ListedSetting = z.infer<typeof listedSetting>

export const listSystemSettings = endpoint({
  method: 'GET',
  path: '/managements/settings/systems',
  summary: 'List the system settings',
  params: none,
  query: none,
  status: 200,
  answer: z.array(listedSetting),
  errors: MANAGEMENT_ERRORS,
  role: 'viewer',
  authoring: 'translator',
  desk: 'agent',
})

export const addSystemSetting = endpoint({
  method: 'POST',
  path: '/managements/settings/systems',
  summary: 'Add a system setting',
  params: none,
  query: none,
  body: setting,
  status: 201,
  answer: listedSetting,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0003'],
  role: 'operator',
  wholeDeployment: true,
})

export const editSystemSetting = endpoint({
  method: 'PUT',
  path: '/managements/settings/systems/{id}',
  summary: 'Change the value of a system setting',
  params: byCode,
  query: none,
  body: setting,
  status: 200,
  answer: listedSetting,
  errors: [...MANAGEMENT_ERRORS, 'forms0017', 'forms_mgmt0004', 'http_not_found'],
  role: 'operator',
  wholeDeployment: true,
})

export const deleteSystemSetting = endpoint({
  method: 'DELETE',
  path: '/managements/settings/systems/{id}',
  summary: 'Delete a system setting',
  params: byCode,
  query: none,
  status: 200,
  answer: z.object({}),
  errors: [...MANAGEMENT_ERRORS, 'forms_mgmt0002', 'forms_mgmt0004'],
  role: 'operator',
  wholeDeployment: true,
})

export const countRetention = endpoint({
  method: 'GET',
  path: '/managements/settings/retention',
  summary: 'Count the requests that a value of retention_days would delete in the next daily run, up to 10,000 per state',
  params: none,
  query: z.object({ days: z.coerce.number().int().min(1).max(36_500) }),
  status: 200,
  answer: z.object({ requests: z.number(), more: z.boolean() }),
  errors: MANAGEMENT_ERRORS,
  role: 'operator',
  wholeDeployment: true,
})
