/** The part of the package `stopword` that the search uses; the package has no types. */
declare module 'stopword' {
  export const ita: readonly string[]
  export const deu: readonly string[]
  export const eng: readonly string[]
  export const spa: readonly string[]
  export const fra: readonly string[]
  export const ell: readonly string[]
  export const nld: readonly string[]
}
