import { passwordFaults } from '@sportello/contract'
import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'

const CONTEXT = ['comune-aurora', 'anna.neri@example.org']

describe('isCommonPassword', () => {
  test.each([
    'Password1!',
    'P@ssw0rd1',
    '!!Qwerty123',
    'Juventus#1897',
    'Welcome1!',
    'Sportello-2026!',
    'Sp0rtello-1',
    'Assistenza_1',
    'Aurora-2026!',
    'Comune-Aurora1',
    '12-Anna.Neri',
    'Neri_1985!',
  ])('returns true for %s, a common password that satisfies the composition rules', async (password) => {
    expect(await isCommonPassword(password, CONTEXT)).toBe(true)
  })

  test.each(['Corretto-cavallo-9', 'Un-altro-cavallo-7', 'Faro-bianco-26', 'Ωμέγα-και-άλφα-1', 'kT9#vLq2!mZx', 'Ab1!Ab1!', 'Aurora-boreale-9'])(
    'returns false for the uncommon password %s',
    async (password) => {
      expect(passwordFaults(password)).toEqual([])
      expect(await isCommonPassword(password, CONTEXT)).toBe(false)
    },
  )

  test('recognises each of the 3,000 most common passwords, even with a capital letter and with 1! added', async () => {
    const most = dictionary['passwords-common'].slice(0, 3_000).map(String)
    expect(most).toHaveLength(3_000)
    const dressed = most.filter((each) => /^\p{L}{4,}$/u.test(each)).map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}1!`)
    expect(dressed.length).toBeGreaterThan(1_000)
    const missed: string[] = []
    for (const password of [...most.filter((each) => each.length >= 4), ...dressed]) if (!(await isCommonPassword(password, []))) missed.push(password)
    expect(missed).toEqual([])
  })
})
