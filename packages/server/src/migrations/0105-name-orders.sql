-- concurrently
-- Lists order names as the language of the user does: collations of ICU instead of code points, and an index for each.
-- `platform/db/name-order.ts` writes the orders.
CREATE COLLATION IF NOT EXISTS names_en (provider = icu, locale = 'en');
CREATE COLLATION IF NOT EXISTS names_ja (provider = icu, locale = 'ja');
CREATE COLLATION IF NOT EXISTS names_ko (provider = icu, locale = 'ko');
CREATE COLLATION IF NOT EXISTS names_zh (provider = icu, locale = 'zh');

-- Patients in the lists of cases, by month like every sort key.
DROP INDEX CONCURRENTLY IF EXISTS cases_by_patient_name_en;
CREATE INDEX CONCURRENTLY cases_by_patient_name_en ON cases (listed_month, patient_name COLLATE names_en, listed_at, case_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_by_patient_name_ja;
CREATE INDEX CONCURRENTLY cases_by_patient_name_ja ON cases (listed_month, patient_name COLLATE names_ja, listed_at, case_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_by_patient_name_ko;
CREATE INDEX CONCURRENTLY cases_by_patient_name_ko ON cases (listed_month, patient_name COLLATE names_ko, listed_at, case_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_by_patient_name_zh;
CREATE INDEX CONCURRENTLY cases_by_patient_name_zh ON cases (listed_month, patient_name COLLATE names_zh, listed_at, case_id);
DROP INDEX CONCURRENTLY IF EXISTS cases_by_patient_name;

-- Users. Those of one group are few and are sorted.
DROP INDEX CONCURRENTLY IF EXISTS users_list_en;
CREATE INDEX CONCURRENTLY users_list_en ON users (name COLLATE names_en, id)
  INCLUDE (flag, role_key, user_group_id, last_sign_in_at) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_list_ja;
CREATE INDEX CONCURRENTLY users_list_ja ON users (name COLLATE names_ja, id)
  INCLUDE (flag, role_key, user_group_id, last_sign_in_at) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_list_ko;
CREATE INDEX CONCURRENTLY users_list_ko ON users (name COLLATE names_ko, id)
  INCLUDE (flag, role_key, user_group_id, last_sign_in_at) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_list_zh;
CREATE INDEX CONCURRENTLY users_list_zh ON users (name COLLATE names_zh, id)
  INCLUDE (flag, role_key, user_group_id, last_sign_in_at) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_list;
DROP INDEX CONCURRENTLY IF EXISTS users_withdrawn_en;
CREATE INDEX CONCURRENTLY users_withdrawn_en ON users (name COLLATE names_en, id) WHERE deleted_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_withdrawn_ja;
CREATE INDEX CONCURRENTLY users_withdrawn_ja ON users (name COLLATE names_ja, id) WHERE deleted_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_withdrawn_ko;
CREATE INDEX CONCURRENTLY users_withdrawn_ko ON users (name COLLATE names_ko, id) WHERE deleted_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_withdrawn_zh;
CREATE INDEX CONCURRENTLY users_withdrawn_zh ON users (name COLLATE names_zh, id) WHERE deleted_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS users_withdrawn;

-- Institutions. Those of one center are few and are sorted.
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_en;
CREATE INDEX CONCURRENTLY user_groups_list_en ON user_groups (name COLLATE names_en, id)
  INCLUDE (type, region, tech_center_id, search_text) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_ja;
CREATE INDEX CONCURRENTLY user_groups_list_ja ON user_groups (name COLLATE names_ja, id)
  INCLUDE (type, region, tech_center_id, search_text) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_ko;
CREATE INDEX CONCURRENTLY user_groups_list_ko ON user_groups (name COLLATE names_ko, id)
  INCLUDE (type, region, tech_center_id, search_text) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_zh;
CREATE INDEX CONCURRENTLY user_groups_list_zh ON user_groups (name COLLATE names_zh, id)
  INCLUDE (type, region, tech_center_id, search_text) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_type_en;
CREATE INDEX CONCURRENTLY user_groups_list_type_en ON user_groups (type, name COLLATE names_en, id) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_type_ja;
CREATE INDEX CONCURRENTLY user_groups_list_type_ja ON user_groups (type, name COLLATE names_ja, id) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_type_ko;
CREATE INDEX CONCURRENTLY user_groups_list_type_ko ON user_groups (type, name COLLATE names_ko, id) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_type_zh;
CREATE INDEX CONCURRENTLY user_groups_list_type_zh ON user_groups (type, name COLLATE names_zh, id) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_type;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_region_en;
CREATE INDEX CONCURRENTLY user_groups_list_region_en ON user_groups (region, name COLLATE names_en, id) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_region_ja;
CREATE INDEX CONCURRENTLY user_groups_list_region_ja ON user_groups (region, name COLLATE names_ja, id) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_region_ko;
CREATE INDEX CONCURRENTLY user_groups_list_region_ko ON user_groups (region, name COLLATE names_ko, id) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_region_zh;
CREATE INDEX CONCURRENTLY user_groups_list_region_zh ON user_groups (region, name COLLATE names_zh, id) WHERE deleted_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS user_groups_list_region;
ANALYZE cases;
ANALYZE users;
ANALYZE user_groups;
