import type { IssuePhrases } from '../types.ts'

export const issues: IssuePhrases = {
  campo_richiesto: 'Ce champ est obligatoire',
  campo_formato: 'Le format du champ n’est pas correct',
  campo_lungo: 'Le champ doit contenir au moins {1} caractères',
  campo_corto: 'Le champ peut contenir au maximum {1} caractères',
  indirizzo_non_valido: 'L’adresse e-mail n’est pas valide',
  indirizzi_diversi: 'Les adresses ne sont pas identiques\u202f!',
  numero_non_valido: 'Saisissez un nombre entier',
  numero_min: 'La valeur minimale est {1}',
  numero_max: 'La valeur maximale est {1}',
  opzione_non_valida: 'Choisissez l’une des options',
  data_limiti: 'La date est en dehors des limites fixées',
  data_formato: 'Saisissez la date au format suivant\u202f: {1}',
  dimensione_file_max: 'La taille maximale du fichier est de {1}',
  somma_dimensione_file_max: 'La taille maximale de l’ensemble des fichiers est de {1}',
  tipo_file: 'Type de fichier non valide',
  un_solo_file: 'Vous ne pouvez joindre qu’un seul fichier',
}
