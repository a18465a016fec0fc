import type { ShownForm, TagForm } from '@sportello/contract'
import { describe, expect, test } from 'vitest'
import { draftOf } from './form-draft.ts'
import { dangerOf, IMPACTS } from './form-impact.ts'

const tags = [
  { value: 'open', form_params: { auth_type: ['FREE'], captcha: true } },
  { value: 'closed', form_params: { auth_type: ['LOGIN', 'FREE'] } },
] as unknown as TagForm[]

const form = (more: Partial<ShownForm>) =>
  ({ code_form: 'a', code_tag: 'open', active: true, params: {}, logoParams: [], liveChatParams: {}, auth_type: ['FREE'], ...more }) as ShownForm
const SAFE = { counted: [], removedModes: [], captchaOff: false }

describe('dangerOf', () => {
  test('finds nothing in a change of the description', () => {
    expect(dangerOf(form({}), { ...draftOf(form({}), 'edit'), description: 'b' }, tags)).toEqual(SAFE)
  })
  test('counts all data of a form that the operator deletes', () => {
    expect(dangerOf(form({}), null, tags)).toEqual({ ...SAFE, counted: IMPACTS })
  })
  test('counts open requests, visitors and links for a form that goes under maintenance, and nothing for one that is', () => {
    expect(dangerOf(form({}), draftOf(form({ active: false }), 'edit'), tags).counted).toEqual(['requests', 'sessions', 'links'])
    expect(dangerOf(form({ active: false }), draftOf(form({ active: false }), 'edit'), tags)).toEqual(SAFE)
  })
  test('names the access modes that another definition does not have, with their people', () => {
    const before = form({ code_tag: 'closed', auth_type: ['LOGIN', 'FREE'] })
    expect(dangerOf(before, { ...draftOf(before, 'edit'), code_tag: 'open' }, tags)).toEqual({
      counted: ['requests', 'sessions', 'accounts'],
      removedModes: ['LOGIN'],
      captchaOff: false,
    })
  })
  test('notices a captcha that is switched off by the form or by its new definition, on a form that everybody may send', () => {
    const off = { ...draftOf(form({}), 'edit'), params: { captcha: false } }
    expect(dangerOf(form({}), off, tags).captchaOff).toBe(true)
    expect(dangerOf(form({}), { ...draftOf(form({}), 'edit'), code_tag: 'closed' }, tags).captchaOff).toBe(true)
    const login = { auth_type: ['LOGIN' as const] }
    expect(dangerOf(form({ ...login, params: login }), { ...off, params: { ...login, captcha: false } }, tags).captchaOff).toBe(false)
  })
})
