/** Characters that XML 1.0 does not allow, and the carriage return, which a parser would replace by a line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
export const NOT_IN_XML = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu
