import { describe, expect, test } from 'vitest'
import { passwordFaults } from './password.ts'

describe('passwordFaults (the rules that a new password violates)', () => {
  test.each<[password: string, faults: string[]]>([
    ['Abcdef1!', []],
    ['Àbcdéf1€', []],
    ['Ωμέγα-2026', []],
    ['', ['password_lunghezza', 'password_minuscola', 'password_maiuscola', 'password_cifra', 'password_speciale']],
    ['Abcde1!', ['password_lunghezza']],
    ['ABCDEF1!', ['password_minuscola']],
    ['abcdef1!', ['password_maiuscola']],
    ['Abcdefg!', ['password_cifra']],
    ['Abcdefg1', ['password_speciale']],
    ['Abcdef 1', ['password_speciale']],
    ['Ab1!\u{1F600}\u{1F600}\u{1F600}', ['password_lunghezza']],
  ])('the password %j violates the rules %j', (password, faults) => {
    expect(passwordFaults(password)).toEqual(faults)
  })
})
