CREATE TABLE "audit_head" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" bigint NOT NULL,
	"hash" text,
	CONSTRAINT "audit_head_one" CHECK ("audit_head"."is_only")
);
--> statement-breakpoint
INSERT INTO "audit_head" ("id") VALUES (0);--> statement-breakpoint
ALTER TABLE "audit" ADD CONSTRAINT "audit_id" CHECK ("id" > 0);--> statement-breakpoint
DROP INDEX "audit_at";--> statement-breakpoint
ALTER TABLE "audit" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit" USING btree ("at","id");--> statement-breakpoint
-- Every three characters in a row, and what is left at the end; a field's beginning is found by them, too.
CREATE FUNCTION audit_words(actor text, action text, target text) RETURNS tsvector
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_to_tsvector(array(
		SELECT DISTINCT substr(folded, n, 3)
		FROM (SELECT lower(left(actor || chr(10) || action || chr(10) || target, 4000)) AS folded) AS texts,
			generate_series(1, length(folded)) AS n))
$$;--> statement-breakpoint
-- What the words of an entry have to hold for one of its fields to contain the part; fewer than three characters begin one.
CREATE FUNCTION audit_query(part text) RETURNS tsquery
	LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT string_agg(
		'''' || replace(replace(word, '\', '\\'), '''', '''''') || CASE WHEN length(part) < 3 THEN ''':*' ELSE '''' END,
		' & ')::tsquery
	FROM (SELECT DISTINCT substr(lower(part), n, 3) AS word
		FROM generate_series(1, greatest(1, length(part) - 2)) AS n) AS words
$$;--> statement-breakpoint
CREATE INDEX "audit_words" ON "audit" USING gin (audit_words("actor", "action", "target"));--> statement-breakpoint
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Sealing gives an entry from before the chain its hash, and nothing else.
	IF TG_OP = 'UPDATE' THEN
		IF OLD.hash IS NULL AND to_jsonb(NEW) - 'hash' = to_jsonb(OLD) - 'hash' THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'Audit entries are never changed or removed';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE ON "audit" FOR EACH ROW EXECUTE FUNCTION audit_stays();--> statement-breakpoint
CREATE TRIGGER audit_stays_whole BEFORE TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();--> statement-breakpoint
CREATE FUNCTION audit_head_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF NEW.hash IS NOT NULL AND (OLD.hash IS NULL OR NEW.id > OLD.id) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'The head of the audit only moves on';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_head_grows BEFORE UPDATE OR DELETE ON "audit_head" FOR EACH ROW EXECUTE FUNCTION audit_head_grows();--> statement-breakpoint
CREATE TRIGGER audit_head_grows_whole BEFORE TRUNCATE ON "audit_head" FOR EACH STATEMENT EXECUTE FUNCTION audit_head_grows();
