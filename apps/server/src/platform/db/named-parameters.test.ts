import { describe, expect, test } from 'vitest'
import { namedParameters } from './named-parameters.ts'

describe('the named parameters of an SQL statement', () => {
  test('are numbered in the order of their first use; a repeated name keeps its number', () => {
    const { text, bind } = namedParameters('select :b, :a::int where x = :b and (:a_2)')
    expect(text).toBe('select $1, $2::int where x = $1 and ($3)')
    expect(bind({ a: 1, b: 'two', a_2: null })).toEqual(['two', 1, null])
  })

  test.each(["select ':a'", "select 'it''s :a'", 'select ":a"', 'select 1 -- :a', 'select /* :a */ 1', 'select 1::int', 'select x[1:n]'])(
    'leave a statement without parameters unchanged: %s',
    (sql) => {
      expect(namedParameters(sql).text).toBe(sql)
      expect(namedParameters(sql).bind({})).toEqual([])
    },
  )

  test('cause an error if a value is missing, but may be null or false', () => {
    const { bind } = namedParameters('select :a, :b')
    expect(() => bind({ a: 1 })).toThrow('parameter :b has no value')
    expect(bind({ a: null, b: false })).toEqual([null, false])
  })

  test('cause an error if a value belongs to no parameter of the statement', () => {
    expect(() => namedParameters('select :a').bind({ a: 1, c: 2 })).toThrow('the statement has no parameter :c')
  })

  test('cause an error if the statement also has numbered parameters', () => {
    expect(() => namedParameters('select :a, $1')).toThrow('must not have positions')
  })
})
