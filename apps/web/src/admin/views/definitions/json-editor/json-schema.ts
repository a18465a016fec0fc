/** The JSON Schema keywords (2020-12) that the editor's completion uses. */
export interface JsonSchema {
  $ref?: string
  type?: string
  properties?: Readonly<Record<string, JsonSchema>>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  const?: unknown
  $defs?: Readonly<Record<string, JsonSchema>>
}

/**
 * One part of the path to a nested JSON value. It leads either to an item of a list or to a property of an object. For
 * an
 * object, it also contains the other properties whose values are texts.
 */
export interface PathStep {
  /** Name of the property; undefined for an item of a list. */
  name: string | undefined
  /**
   * The string properties of the object that contains the value. They determine which member of a union schema applies.
   */
  texts: Readonly<Record<string, string>>
}

/**
 * Returns the schemas that may apply to the value at a path. A union schema has several members, which differ by
 * constant
 * values of properties. Leaves out a member if its constants differ from the texts in the same object.
 */
export function schemasAt(root: JsonSchema, path: readonly PathStep[], texts: PathStep['texts'] = {}): JsonSchema[] {
  let found = [root]
  for (const { name, texts: beside } of path) {
    const holders = found.flatMap((schema) => membersOf(root, schema)).filter((schema) => agrees(root, schema, beside))
    found = holders.flatMap((schema) => {
      if (name === undefined) return schema.items ? [schema.items] : []
      const { properties, additionalProperties } = schema
      const own = properties?.[name]
      return own ? [own] : typeof additionalProperties === 'object' ? [additionalProperties] : []
    })
  }
  return found.flatMap((schema) => membersOf(root, schema)).filter((schema) => agrees(root, schema, texts))
}

/** Returns the values that a JSON schema allows explicitly: its constant, its enumeration, or true and false. */
export function valuesOf({ const: constant, enum: listed, type }: JsonSchema): unknown[] {
  return [...(constant === undefined ? [] : [constant]), ...(listed ?? []), ...(type === 'boolean' ? [true, false] : [])]
}

function agrees(root: JsonSchema, { properties = {} }: JsonSchema, texts: PathStep['texts']): boolean {
  return Object.entries(properties).every(([name, schema]) => {
    const text = texts[name]
    const constants = membersOf(root, schema).map(({ const: constant }) => constant)
    return text === undefined || constants.includes(undefined) || constants.includes(text)
  })
}

/**
 * Resolves the references in a JSON schema. Returns the members of its unions, or the schema itself if it is no union.
 */
function membersOf(root: JsonSchema, schema: JsonSchema, depth = 0): JsonSchema[] {
  if (depth > 8) return []
  const { $ref, anyOf, oneOf, allOf } = schema
  const target = $ref && root.$defs?.[$ref.replace('#/$defs/', '')]
  if (target) return membersOf(root, target, depth + 1)
  const members = anyOf ?? oneOf ?? allOf
  return members ? members.flatMap((member) => membersOf(root, member, depth + 1)) : [schema]
}
