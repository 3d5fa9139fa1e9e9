CREATE TABLE "audit_anchor" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" bigint NOT NULL,
	"hash" text NOT NULL,
	"addresses_id" bigint NOT NULL,
	CONSTRAINT "audit_anchor_one" CHECK ("audit_anchor"."is_only")
);
--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "address_salt" text;--> statement-breakpoint
ALTER TABLE "audit" ADD COLUMN "address_digest" text;--> statement-breakpoint
INSERT INTO "audit_anchor" ("id", "hash", "addresses_id") VALUES (0, repeat('0', 64), 0);--> statement-breakpoint
CREATE OR REPLACE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		-- Sealing gives an entry from before the chain its hash, and nothing else.
		IF OLD.hash IS NULL AND to_jsonb(NEW) - 'hash' = to_jsonb(OLD) - 'hash' THEN
			RETURN NEW;
		END IF;
		-- The retention removes the address, and nothing else.
		IF NEW.address = '' AND NEW.address_salt IS NULL AND OLD.address_digest IS NOT NULL
			AND to_jsonb(NEW) - 'address' - 'address_salt' = to_jsonb(OLD) - 'address' - 'address_salt'
			AND OLD.id <= (SELECT addresses_id FROM audit_anchor) THEN
			RETURN NEW;
		END IF;
	ELSIF TG_OP = 'DELETE' THEN
		IF OLD.id <= (SELECT id FROM audit_anchor) THEN
			RETURN OLD;
		END IF;
	END IF;
	RAISE EXCEPTION 'Audit entries are never changed or removed, except by the retention';
END
$$;--> statement-breakpoint
CREATE FUNCTION audit_anchor_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF NEW.id >= OLD.id AND NEW.addresses_id >= OLD.addresses_id AND (NEW.id > OLD.id OR NEW.hash = OLD.hash)
			AND (NEW.id = OLD.id OR EXISTS (SELECT FROM audit WHERE audit.id = NEW.id AND audit.hash = NEW.hash)) THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'The anchor of the audit only moves on';
END
$$;--> statement-breakpoint
CREATE TRIGGER audit_anchor_grows BEFORE UPDATE OR DELETE ON "audit_anchor" FOR EACH ROW EXECUTE FUNCTION audit_anchor_grows();--> statement-breakpoint
CREATE TRIGGER audit_anchor_grows_whole BEFORE TRUNCATE ON "audit_anchor" FOR EACH STATEMENT EXECUTE FUNCTION audit_anchor_grows();--> statement-breakpoint
-- The audit has the address; a version needs it only until it is applied.
UPDATE "database_versions" SET "address" = NULL WHERE "state" = 'applied' AND "address" IS NOT NULL;
