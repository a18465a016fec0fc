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

describe('dangerOf (dangerous effects of a change of a form)', () => {
  test('finds no danger in a change of the description', () => {
    expect(dangerOf(form({}), { ...draftOf(form({}), 'edit'), description: 'b' }, tags)).toEqual(SAFE)
  })
  test('reports all kinds of data if the operator deletes the form', () => {
    expect(dangerOf(form({}), null, tags)).toEqual({ ...SAFE, counted: IMPACTS })
  })
  test('reports requests, sessions and links when a form is deactivated, and nothing if it was already inactive', () => {
    expect(dangerOf(form({}), draftOf(form({ active: false }), 'edit'), tags).counted).toEqual(['requests', 'sessions', 'links'])
    expect(dangerOf(form({ active: false }), draftOf(form({ active: false }), 'edit'), tags)).toEqual(SAFE)
  })
  test('reports the access modes that a new definition no longer allows, and the accounts that depend on them', () => {
    const before = form({ code_tag: 'closed', auth_type: ['LOGIN', 'FREE'] })
    expect(dangerOf(before, { ...draftOf(before, 'edit'), code_tag: 'open' }, tags)).toEqual({
      counted: ['requests', 'sessions', 'accounts'],
      removedModes: ['LOGIN'],
      captchaOff: false,
    })
  })
  test('reports that the form or its new definition switches off the captcha, but only if the form can be sent without a login', () => {
    const off = { ...draftOf(form({}), 'edit'), params: { captcha: false } }
    expect(dangerOf(form({}), off, tags).captchaOff).toBe(true)
    expect(dangerOf(form({}), { ...draftOf(form({}), 'edit'), code_tag: 'closed' }, tags).captchaOff).toBe(true)
    const login = { auth_type: ['LOGIN' as const] }
    expect(dangerOf(form({ ...login, params: login }), { ...off, params: { ...login, captcha: false } }, tags).captchaOff).toBe(false)
  })
})
